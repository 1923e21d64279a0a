from ingest.lines import BOLD, CODE, PLAIN, TABLE, read


def ranks(text):
    return [(line.number, line.rank, line.text) for line in read(text).lines]


def test_markdown_becomes_lines_with_their_weight():
    text = "# One\n\nTwo **words**\n\n**Three**\n\n**Four****Five**\n\nSix\n---\n\n```\n# code\n```\n\n| a | b |\n"
    assert ranks(text) == [
        (1, 1, "One"),
        (3, PLAIN, "Two words"),
        (5, BOLD, "Three"),
        (7, BOLD, "Four"),
        (7, BOLD, "Five"),
        (9, 2, "Six"),
        (12, CODE, "```"),
        (13, CODE, "# code"),
        (14, CODE, "```"),
        (16, TABLE, "| a | b |"),
    ]


def test_links_keep_their_words_and_a_line_that_is_one_link_its_address():
    (one, two, three) = read("[Talk](https://x.example/1)\n\nsee [it](u) now\n\n[![p](a.png)](u) end\n").lines
    assert [(line.text, line.link) for line in (one, two, three)] == [
        ("Talk", "https://x.example/1"),
        ("see it now", None),
        ("end", None),
    ]


def test_identifiers_keep_their_underscores():
    assert [line.text for line in read("the torch_tpu and `make_fx` names").lines] == [
        "the torch_tpu and `make_fx` names"
    ]


def test_html_becomes_lines_with_their_weight():
    text = (
        "<title>T</title><body><h2>One</h2><p><b>Two</b><br>Three <i>words</i></p>"
        "<ul><li>Four</li></ul><table><tr><td>a</td><td>b</td></tr></table><script>x()</script><p hidden>Gone</p>"
    )
    sheet = read(text)
    assert [(line.rank, line.gap, line.bullet, line.text) for line in sheet.lines] == [
        (2, True, "", "One"),
        (BOLD, True, "", "Two"),
        (PLAIN, False, "", "Three words"),
        (PLAIN, True, "- ", "Four"),
        (TABLE, True, "", "a | b"),
    ]
    assert (sheet.page_title, sheet.hidden_characters) == ("T", 4)


def test_a_page_nested_without_end_is_read_as_far_as_pages_go():
    assert read("<div>" * 5000 + "deep").lines == ()
