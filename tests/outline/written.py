"""Little courses written as plain text, and their chunks as the outline reads them."""

import re
from collections.abc import Iterable, Sequence

from gradient.extraction.offline import ChunkText, extract
from gradient.outline.mention import MentioningChunk

Passage = tuple[str, tuple[str, ...], str]


def mentioning(passages: Iterable[Passage]) -> list[MentioningChunk]:
    """The chunks of a course given as passages of (source, section path, text)."""
    counts: dict[str, int] = {}
    chunks = []
    for source, section_path, text in passages:
        position = counts.setdefault(source, 0)
        counts[source] += 1
        found = extract(ChunkText(text, section_path))
        words = frozenset(re.findall(r"[^\W\d_]+", text.casefold()))
        key = f"{source}#{position:04}"
        chunks.append(MentioningChunk(key, source, position, section_path, found.mentions, words))
    return chunks


def sections(source: str, text: str, *, headings: bool = True) -> list[Passage]:
    """The sections of a little Markdown text; without `headings` as if it had none."""
    passages: list[Passage] = []
    path: list[tuple[int, str]] = []
    for piece in re.split(r"^(?=#)", text, flags=re.MULTILINE):
        match = re.match(r"(#+) (.*)\n", piece)
        body = piece[match.end() :] if match else piece
        if match:
            path = [each for each in path if each[0] < len(match.group(1))]
            path.append((len(match.group(1)), match.group(2)))
        if body.strip():
            passages.append((source, tuple(title for _, title in path) if headings else (), body))
    return passages


def course(files: Sequence[tuple[str, str]], *, headings: bool = True) -> list[MentioningChunk]:
    """The chunks of several such texts."""
    return mentioning(each for source, text in files for each in sections(source, text, headings=headings))


CELLS = """# Cells

All living things are made of cells. A cell is the smallest unit of life that can reproduce on its own.

## The cell membrane

The **cell membrane** is a thin layer that separates a cell from its surroundings. It is made of a
phospholipid bilayer in which proteins float. The cell membrane is selectively permeable: ions need a
channel protein.

### Diffusion and osmosis

Diffusion is the movement of particles from a region of higher concentration to one of lower concentration.
Osmosis is the diffusion of water across a selectively permeable membrane. If a red blood cell is placed in
pure water, osmosis drives water into the cell. Active transport moves particles against the concentration
gradient and needs ATP (adenosine triphosphate).

## Organelles

- **Nucleus**: holds the genetic material of the cell.
- **Mitochondria**: produce most of the ATP of the cell by cellular respiration.
- **Ribosome**: builds proteins from amino acids.
- **Chloroplast**: captures light energy; found in plant cells only.

Mitochondria have an inner membrane with many folds. Chloroplasts contain chlorophyll, the pigment that makes
leaves green. Ribosomes are found in the cytoplasm.

## Summary

In this chapter we looked at the parts of the cell. Next week we will look at photosynthesis.
"""

ENERGY = """# Energy in living things

## Photosynthesis

Photosynthesis is the process by which plants turn light energy into chemical energy. It takes place in the
chloroplasts. The light reactions split water; the Calvin cycle uses the ATP they make to build glucose from
carbon dioxide. Chlorophyll absorbs red and blue light best.

The rate of photosynthesis depends on the light intensity and the carbon dioxide concentration.

## Cellular respiration

Cellular respiration is the process that releases energy from glucose. *Aerobic respiration* needs oxygen and
takes place in the mitochondria. *Anaerobic respiration* does without oxygen and releases less energy. In
muscle cells anaerobic respiration makes lactic acid; in yeast it makes ethanol and is called fermentation.

Glycolysis splits glucose into two molecules of pyruvate. The Krebs cycle takes place in the mitochondria.

### Exercise

1. What happens to the rate of photosynthesis when the light intensity doubles?
"""

GENETICS = """# Genetics

## DNA

Deoxyribonucleic acid (DNA) carries the genetic information of a cell. DNA is a double helix of two strands. A
gene is a stretch of DNA that codes for a protein. The genes of a cell lie on chromosomes in the nucleus.

During transcription an enzyme called RNA polymerase copies a gene into messenger RNA (mRNA). During
translation a ribosome reads the mRNA and joins amino acids into a protein.

## Cell division

Mitosis is the division of a nucleus into two identical nuclei. Meiosis halves the number of chromosomes. In
mitosis the chromosomes line up. Crossing over during meiosis gives genetic variation.

## Inheritance

An allele is one of several versions of a gene. A dominant allele shows in the phenotype; a recessive allele
needs two copies. Natural selection acts on the phenotype. Natural selection needs genetic variation.

## Further reading

See the textbook, chapters 4 and 5.
"""

BIOLOGY = (("01-cells.md", CELLS), ("02-energy.md", ENERGY), ("10-genetics.md", GENETICS))
