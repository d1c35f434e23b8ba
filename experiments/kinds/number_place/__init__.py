"""Number place as a kind of puzzle for runs."""
