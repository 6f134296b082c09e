"""The tree of one run: its documents with status and task, by the parents and children that they name."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from pandora.commands.run_list import ListedDocument
from pandora.commands.tree import Node
from pandora.ui.plain_content import plain_line, status_text


class TreePane(Tree[str]):
    """The documents of a run; the highlighted one is the document that the view shows."""

    BORDER_TITLE = "Tree"
    DEFAULT_CSS = """
    TreePane { overflow-x: hidden; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id)
        self.guide_depth = 2
        self.auto_expand = False
        self.entries: dict[str, ListedDocument] = {}
        self.wanted = ""
        """The document that the cursor is on its way to, or ""."""
        self._shape: tuple[object, ...] = ()

    def show(self, top: Node, document: str = "") -> None:
        """Show the tree of `top`, with the cursor on `document`; what a person folded stays folded."""
        self.entries = {node.entry.id: node.entry for node in _all(top)}
        wanted = document if document in self.entries else top.entry.id
        if _shape(top) == self._shape:
            for line in self._below(self.root):
                line.set_label(_label(self.entries[line.data or ""]))
        else:
            folded = {line.data for line in self._below(self.root) if line.allow_expand and line.is_collapsed}
            self._shape = _shape(top)
            self.reset(_label(top.entry), top.entry.id)
            self._grow(self.root, top, folded)
        if self.document != wanted:
            self.wanted = wanted
            self.call_after_refresh(self._unfold, wanted)

    def _unfold(self, document: str) -> None:
        """Unfold the lines above a document, and put the cursor on it when they are drawn."""
        node = next((node for node in self._below(self.root) if node.data == document), self.root)
        above = node.parent
        while above is not None:
            above.expand()
            above = above.parent
        self.call_after_refresh(self._put_cursor, node)

    def _put_cursor(self, node: TreeNode[str]) -> None:
        self.move_cursor(node)
        self.wanted = ""

    @property
    def document(self) -> str:
        """The document with the cursor, or ""."""
        # `cursor_node` is a node of the tree before, where the tree was made anew
        node = self.get_node_at_line(self.cursor_line)
        return (node.data or "") if node else ""

    def _grow(self, line: TreeNode[str], node: Node, folded: set[str | None]) -> None:
        for child in node.children:
            label, name = _label(child.entry), child.entry.id
            if child.children:
                self._grow(line.add(label, name), child, folded)
            else:
                line.add_leaf(label, name)
        if node.entry.id not in folded:
            line.expand()

    def _below(self, line: TreeNode[str]) -> list[TreeNode[str]]:
        return [line, *(node for child in line.children for node in self._below(child))]


def _all(node: Node) -> list[Node]:
    return [node, *(below for child in node.children for below in _all(child))]


def _shape(node: Node) -> tuple[object, ...]:
    """The ids of a tree as they stand in it: where it stays the same, only labels change."""
    return (node.entry.id, *map(_shape, node.children))


def _label(entry: ListedDocument) -> Text:
    """A document in a line: its kind or number, its status, and its task."""
    name = entry.name
    kind = " ".join(part for part in (name.number, name.kind or name.level) if part)
    state = Text.assemble(status_text(entry.status))
    if entry.status == "running" and entry.phase:
        state.append(f", {plain_line(entry.phase, longest=20)}")
    about = plain_line(entry.problem or entry.task, "dim", 120)
    return Text.assemble((kind, "bold"), "  ", state, "  ", about)
