"""The search: parts with one concept each."""
