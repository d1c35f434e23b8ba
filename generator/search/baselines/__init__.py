"""Simple methods to compare a search with. A method is one file here and a line in `generator.search.methods`."""
