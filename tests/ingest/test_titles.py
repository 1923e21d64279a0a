import pytest

from ingest.titles import ReadTitle, is_service, read_title


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("Sponsored: Fast", ReadTitle(title="Fast", sponsored=True)),
        ("Sponsored Keynote: Fast", ReadTitle(title="Fast", sponsored=True, keynote=True)),
        ("赞助主题演讲：快", ReadTitle(title="快", sponsored=True, keynote=True)),
        ("赞助：一：二", ReadTitle(title="一：二", sponsored=True)),
        ("Keynote: Fast", ReadTitle(title="Fast", keynote=True)),
        ("Fast: how sponsors pay", ReadTitle(title="Fast: how sponsors pay")),
        ("CANCELED: Fast", ReadTitle(title="Fast", status="cancelled")),
        ("CANCELLED - Fast", ReadTitle(title="Fast", status="cancelled")),
        ("【已取消】快", ReadTitle(title="快", status="cancelled")),
        ("[SOLD OUT] Fast", ReadTitle(title="Fast")),
        ("延期：快", ReadTitle(title="快", status="moved")),
        ("Cancelled flights at scale", ReadTitle(title="Cancelled flights at scale")),
        ("取消息队列之痛", ReadTitle(title="取消息队列之痛")),
    ],
)
def test_a_title_says_what_else_it_says(raw, read):
    assert read_title(raw) == read


@pytest.mark.parametrize(
    ("title", "service"),
    [
        ("Lunch", True),
        ("Coffee Break", True),
        ("茶歇", True),
        ("Breaking the memory wall", False),
        ("午餐肉识别", False),
    ],
)
def test_breaks_are_told_from_talks(title, service):
    assert is_service(title) is service
