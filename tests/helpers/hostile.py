"""Text that anybody may write into a config or a file, and that must stay text."""

TEXTS = [
    "quotes \" and ' and `",
    "<script>alert(1)</script><!--",
    '#eval("1+1") #panic("x") *bold* $x$ @ref <label> // /*',
    "\\input{/etc/passwd} \\write18{ls} 100% a_b ~ & {",
    "../../etc/passwd",
    "two\nlines\r\n\0\x1b[31m\u2028more",
    "x" * 10_000,
    "ナンバープレース 傑作集",
    "emoji 🧩😀",
    "&amp; ]]> <![CDATA[ </metadata>",
    '=HYPERLINK("http://x")',
    "a lone \ud800 surrogate",
]
