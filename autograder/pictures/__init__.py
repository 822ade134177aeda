"""Pictures of graphs: the nodes of any engine, read once, as SVG and as DOT text."""

from autograder.pictures.graph import Graph, Node, collect
from autograder.pictures.picture import Picture

__all__ = ["Graph", "Node", "Picture", "collect"]
