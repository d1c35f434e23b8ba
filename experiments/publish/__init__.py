"""What goes out: puzzles chosen, drawn, set as books and written in every format; `kinds` lists their kinds."""
