"""Revisions cut into passages: whole sentences under their heading, never across a table row or a session."""

from vectorstore.models.documents import Session


def session_text(session: Session, *, as_written: str = "") -> str:
    """Lay a session out in the one fixed form that `Revision.text` has for sessions.

    Title line, meta line (day, clock times, room, speakers with organisations, track, format, flags in both
    languages), the meta line as the source wrote it, a blank line, the abstract. Lines that would be empty are left
    out.
    """
    meta = " · ".join(part for part in _meta_parts(session) if part)
    head = "\n".join(line for line in (session.title_raw or session.title, meta, as_written.strip()) if line)
    return f"{head}\n\n{session.abstract}" if session.abstract else head


def _meta_parts(session: Session) -> list[str]:
    day = session.programme_day.isoformat() if session.programme_day else ""
    clock = f"{session.local_start:%H:%M}" if session.local_start else ""
    if clock and session.local_end:
        clock += f"–{session.local_end:%H:%M}"
    speakers = ", ".join(
        f"{person.name} ({person.organisation})" if person.organisation else person.name for person in session.speakers
    )
    return [
        f"{day} {clock}".strip(),
        session.room or "",
        speakers,
        session.track or "",
        session.format or "",
        "keynote / 主题演讲" if session.keynote else "",
        "sponsored / 赞助" if session.sponsored else "",
        "cancelled / 取消" if session.status == "cancelled" else "",
    ]
