"""Read SVG as a Drawing.

`xml` builds a tree of elements, `css` resolves stylesheets into style attributes, and `elements` walks the tree and
calls the other modules for marks. They share `document`; `limits` stops what would cost too much.
"""
