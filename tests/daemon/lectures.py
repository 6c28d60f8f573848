"""A little course, short enough to be worked off within seconds."""

TREES = """# Trees

A **tree** is a connected graph without a cycle. A **forest** is a graph without a cycle.

## Spanning tree

A **spanning tree** of a graph is a tree that contains every vertex of the graph. To find a spanning tree you
need to know what a tree is.
"""

KRUSKAL = """# Kruskal's algorithm

**Kruskal's algorithm** is a method that finds a minimum spanning tree. Kruskal's algorithm sorts the edges by
weight and adds each edge that closes no cycle.

## Minimum spanning tree

A **minimum spanning tree** is a spanning tree of smallest weight. A minimum spanning tree of a connected
graph has one edge less than the graph has vertices.
"""

PATHS = """# Paths

A **path** is a walk in which no vertex is repeated. A **cycle** is a closed walk in which no vertex but the
first is repeated.

## Tree

A tree has exactly one path between two vertices. A tree is a connected graph that falls apart when an edge is
removed. A tree with one more edge has exactly one cycle.
"""

MACHINES = """# Support vector machine

A **support vector machine** is a classifier with a margin. The support vector machine is convex.

A **state value method** is a plan. State value methods are slow. A state value method is old.

The SVM is fast.
"""

METHODS = """# State value method

State value methods are used. Support vector machines too.

An **SVM** is a small machine. The SVM is used. To use a support vector machine you need to know what a
margin is.
"""
