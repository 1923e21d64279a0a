import pytest

from ingest.people import is_labelled, looks_like_people, name_words, paired, same_person, speakers
from vectorstore.models.documents import Speaker


def read(line):
    return [(one.name, one.organisation) for one in speakers(line)]


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("Cleo Marsh，Dan Weil，Quillon", [("Cleo Marsh", "Quillon"), ("Dan Weil", "Quillon")]),
        ("Gil Otto (Quillon), Hana Mori (Tidewater) ", [("Gil Otto", "Quillon"), ("Hana Mori", "Tidewater")]),
        ("吴三（云杉云服务）、Pia Quist（Hugging Reef）", [("吴三", "云杉云服务"), ("Pia Quist", "Hugging Reef")]),
        ("Abe Jin、N Mo Khan，青石研究所", [("Abe Jin", "青石研究所"), ("N Mo Khan", "青石研究所")]),
        ("Yi Chen, Bluestone; Er Zhou, Bluestone Lab", [("Yi Chen", "Bluestone"), ("Er Zhou", "Bluestone Lab")]),
        ("Ann Lee, Acme, Inc.", [("Ann Lee", "Acme, Inc.")]),
        ("Ann Lee, VP of Engineering, Acme", [("Ann Lee", "Acme")]),
        ("Ann Lee and Bo Li (Foo), Cy Diaz (Bar)", [("Ann Lee", "Foo"), ("Bo Li", "Foo"), ("Cy Diaz", "Bar")]),
        ("By Ann Lee – Foo", [("Ann Lee", "Foo")]),
        ("Speaker: Ann Lee", [("Ann Lee", None)]),
        ("讲者：李四，青石大学；王五，云杉公司", [("李四", "青石大学"), ("王五", "云杉公司")]),
        ("张三 云杉技术有限公司", [("张三", "云杉技术有限公司")]),
        ("陈一、周二，青石实验室", [("陈一", "青石实验室"), ("周二", "青石实验室")]),
        ("", []),
    ],
)
def test_speakers_are_read_with_their_organisations_as_written(line, people):
    assert read(line) == people


@pytest.mark.parametrize(
    "line", ["Antoni Viros i Martin (IBM Research)", "Sun Li, Meta", "Vic Wren, Quillon Inc.", "张三，星河研究院"]
)
def test_a_line_of_names_looks_like_people(line):
    assert looks_like_people(line)


@pytest.mark.parametrize(
    "line",
    [
        "Releases, Compatibility, and Helpers for Everyone",
        "Who owns the runtime?",
        "Panel: Ann Lee",
        "We look at fast paths.",
        "Keynotes",
        "",
    ],
)
def test_a_title_does_not_look_like_people(line):
    assert not looks_like_people(line)


def test_a_label_makes_any_line_one_of_people():
    assert (is_labelled("讲者：众人"), is_labelled("Speakers: the team"), is_labelled("By hand")) == (True, True, True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Yu Guangye", "Guangye Yu", True),
        ("Antoni Viros i Martin", "Antoni Viros Martin", True),
        ("José Núñez", "Jose Nunez", True),
        ("Ann Lee", "Ann Li", False),
        ("Ann", "Ann Lee", False),
    ],
)
def test_names_are_compared_by_their_words(one, other, same):
    assert same_person(one, other) is same


def test_name_words_drop_accents_case_and_marks():
    assert name_words("Chloé O'Neil-Ray") == {"chloe", "o", "neil", "ray"}


def people(*names):
    return tuple(Speaker(name=name) for name in names)


def test_two_spellings_left_over_count_as_one_person():
    assert paired(people("Bo Li", "Gabriel Saba"), people("Gabriel Sabba", "Li Bo")) == 2


def test_unlike_names_left_over_stay_two_people():
    assert paired(people("Bo Li", "Gabriel Saba"), people("Hana Mori", "Li Bo")) == 1
