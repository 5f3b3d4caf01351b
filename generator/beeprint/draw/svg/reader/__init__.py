"""SVG becomes a Drawing.

`xml` makes a tree of elements, `css` puts stylesheets into their style attributes, `elements` walks the tree and asks
the other modules for marks. `document` is what they share; `limits` ends what would cost too much.
"""
