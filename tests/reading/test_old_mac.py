"""Files whose lines end in a carriage return alone are read like any other."""

import pytest

from gradient.reading.registry import reader_for

FILES = {
    ".md": "# Vectors\n\nA vector is an arrow.\n\n## Length\n\nIt has a length.\n",
    ".py": "# A vector is an arrow.\nlength = 3\n\n# It has a length.\nprint(length)\n",
    ".srt": "1\n00:00:00,000 --> 00:00:02,000\nA vector\n\n2\n00:00:02,000 --> 00:00:04,000\nis an arrow.\n",
    ".csv": "name,length\narrow,3\n",
    ".txt": "A vector is an arrow.\n\nIt has a length.\n",
}


@pytest.mark.parametrize("suffix", FILES)
@pytest.mark.parametrize("ends", ["\r", "\r\n"])
def test_line_ends_change_nothing_of_what_is_read(suffix: str, ends: str) -> None:
    reader = reader_for(suffix)
    assert reader is not None
    text = FILES[suffix]
    assert reader.read(text.replace("\n", ends).encode(), "a") == reader.read(text.encode(), "a")
