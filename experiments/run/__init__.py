"""A run: its config, its folder, how it is driven, and how it is shown."""
