"""The waist: drawings and symbols, the SVG that is read and written, text set in fonts, pictures of pixels."""
