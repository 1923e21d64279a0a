import pytest

from ingest.conference import conference_name, find_year, readable_title

PROSE = "PyTorch Dune Conference North 2027 is near."


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Your Guide to Chips at PyTorch Dune Conference North 2027", "PyTorch Dune Conference North 2027"),
        ("Your Guide to Chips at PyTorch Dune Conference North 2027 – Blog", "PyTorch Dune Conference North 2027"),
        ("chips-at-pytorch-dune-conference-north-2027", "PyTorch Dune Conference North 2027"),
        ("Dune Summit 2027: Full Schedule", "Dune Summit 2027"),
        ("Tech Talks Summit 2027", "Tech Talks Summit 2027"),
        ("Guide to chips at Dune Summit 2027 for beginners of 2027", "Dune Summit 2027 for beginners of 2027"),
        ("Agenda of Dune Summit, 3 February 2027", "Dune Summit"),
        ("沙丘 2027编译器大会硬件指南 – Blog", "沙丘 2027编译器大会"),
        ("2027沙丘峰会日程", "2027沙丘峰会"),
        ("Things We Do", "Things We Do"),
    ],
)
def test_a_conference_is_named_by_its_title_without_the_wrapping(title, name):
    assert conference_name(title, PROSE) == name


def test_a_slug_is_spelt_as_the_prose_spells_it():
    name = "PyTorch Dune Conference North 2027"
    assert readable_title("pytorch-chips-at-pytorch-dune-conference-north-2027", name, PROSE) == (
        "PyTorch chips at PyTorch Dune Conference North 2027"
    )


def test_the_year_is_that_of_the_first_text_that_has_one():
    assert (find_year(("Dune", "a-2027-b", "2026")), find_year(("Dune",))) == (2027, None)
