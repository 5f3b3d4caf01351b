"""The words that beeprint prints itself, beside those of a game, in each language that has them.

To add a language, add its column to every line; a test finds those that are missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from beeprint.game.guide_words import GUIDE

#: What is printed where a language has no words.
DEFAULT = "en"
#: By what they are for, then by language. Names in braces are filled in.
WORDS: Mapping[str, Mapping[str, str]] = {
    "version": {
        "en": "version {version}",
        "fr": "version {version}",
        "de": "Version {version}",
        "es": "versión {version}",
        "it": "versione {version}",
    },
    "unofficial": {
        "en": "unofficial",
        "fr": "non officiel",
        "de": "inoffiziell",
        "es": "no oficial",
        "it": "non ufficiale",
    },
    "ruling": {
        "en": "Where the published rules are silent, we play it this way.",
        "fr": "Là où les règles publiées ne disent rien, nous jouons ainsi.",
        "de": "Wo die veröffentlichten Regeln schweigen, spielen wir so.",
        "es": "Donde las reglas publicadas no dicen nada, jugamos así.",
        "it": "Dove le regole pubblicate tacciono, giochiamo così.",
    },
    "span": {
        "en": "{least}\u2013{most}",
        "fr": "{least} à {most}",
        "de": "{least}\u2013{most}",
        "es": "{least} a {most}",
        "it": "{least}\u2013{most}",
    },
    "draft": {"en": "DRAFT", "fr": "ÉBAUCHE", "de": "ENTWURF", "es": "BORRADOR", "it": "BOZZA"},
    "sheet": {
        "en": "sheet {number} of {count}",
        "fr": "feuille {number} sur {count}",
        "de": "Bogen {number} von {count}",
        "es": "hoja {number} de {count}",
        "it": "foglio {number} di {count}",
    },
    "printer": {
        "en": "for the printer {name}",
        "fr": "pour l'imprimante {name}",
        "de": "für den Drucker {name}",
        "es": "para la impresora {name}",
        "it": "per la stampante {name}",
    },
    "page": {
        "en": "page {number}",
        "fr": "page {number}",
        "de": "Seite {number}",
        "es": "página {number}",
        "it": "pagina {number}",
    },
    "cutting-guide": {
        "en": "Cutting guide",
        "fr": "Guide de coupe",
        "de": "Schneideplan",
        "es": "Guía de corte",
        "it": "Guida al taglio",
    },
    "cutting-order": {
        "en": "Cut in the order of the numbers, each cut from edge to edge. Measures are in mm, from the cut before.",
        "fr": "Coupez dans l'ordre des numéros, d'un bord à l'autre. Mesures en mm, depuis la coupe précédente.",
        "de": "In der Reihenfolge der Nummern schneiden, stets von Kante zu Kante. Maße in mm ab dem vorigen Schnitt.",
        "es": "Corta en el orden de los números, cada corte de borde a borde. Medidas en mm, desde el corte anterior.",
        "it": "Taglia nell'ordine dei numeri, ogni taglio da bordo a bordo. Misure in mm, dal taglio precedente.",
    },
    "cutting-sheet": {
        "en": "sheet {numbers}",
        "fr": "feuille {numbers}",
        "de": "Bogen {numbers}",
        "es": "hoja {numbers}",
        "it": "foglio {numbers}",
    },
    "cutting-sheets": {
        "en": "sheets {numbers}",
        "fr": "feuilles {numbers}",
        "de": "Bogen {numbers}",
        "es": "hojas {numbers}",
        "it": "fogli {numbers}",
    },
    "cutting-corners": {
        "en": "Finally, round the corners with a punch: radius {radius} mm.",
        "fr": "Enfin, arrondissez les coins à la perforatrice : rayon {radius} mm.",
        "de": "Zuletzt die Ecken mit einem Eckenstanzer abrunden: Radius {radius} mm.",
        "es": "Por último, redondea las esquinas con una troqueladora: radio {radius} mm.",
        "it": "Infine arrotonda gli angoli con una fustella: raggio {radius} mm.",
    },
    "cutting-rest": {
        "en": "In dashed frames: with scissors, along the lines.",
        "fr": "Dans les cadres en tirets : aux ciseaux, le long des lignes.",
        "de": "In gestrichelten Rahmen: mit der Schere, an den Linien.",
        "es": "En los marcos discontinuos: con tijeras, por las líneas.",
        "it": "Nei riquadri tratteggiati: con le forbici, lungo le linee.",
    },
    "cutting-fold": {
        "en": "First fold the sheet along the dashed line and glue it.",
        "fr": "D'abord, pliez la feuille le long de la ligne en tirets et collez-la.",
        "de": "Zuerst den Bogen an der gestrichelten Linie falten und kleben.",
        "es": "Primero dobla la hoja por la línea discontinua y pégala.",
        "it": "Prima piega il foglio lungo la linea tratteggiata e incollalo.",
    },
    "cutting-glue": {
        "en": "First glue fronts and backs to the board, pins through the crosses.",
        "fr": "D'abord, collez faces et dos sur le carton, des épingles à travers les croix.",
        "de": "Zuerst Vorder- und Rückseiten auf die Pappe kleben, Nadeln durch die Kreuze.",
        "es": "Primero pega anversos y reversos al cartón, con alfileres a través de las cruces.",
        "it": "Prima incolla fronti e retri al cartone, con spilli attraverso le croci.",
    },
    "back": {"en": "back", "fr": "dos", "de": "Rückseite", "es": "reverso", "it": "retro"},
    "glue": {
        "en": "{tile}: glue {other} onto this strip",
        "fr": "{tile} : coller {other} sur cette bande",
        "de": "{tile}: {other} auf diesen Streifen kleben",
        "es": "{tile}: pegar {other} sobre esta tira",
        "it": "{tile}: incollare {other} su questa striscia",
    },
    "plan-size": {
        "en": "{size} mm: {tiles} tiles on {sheets} sheets",
        "fr": "{size} mm : {tiles} morceaux sur {sheets} feuilles",
        "de": "{size} mm: {tiles} Teile auf {sheets} Bogen",
        "es": "{size} mm: {tiles} partes en {sheets} hojas",
        "it": "{size} mm: {tiles} parti su {sheets} fogli",
    },
    "plan-print": {
        "en": "Print all sheets at 100 %. Check the ruler on one of them: it is 50 mm long.",
        "fr": "Imprimer toutes les feuilles à 100 %. Vérifier la règle sur l\u2019une d\u2019elles : elle mesure "
        "50 mm.",
        "de": "Alle Bogen mit 100 % drucken. Das Lineal auf einem davon nachmessen: Es ist 50 mm lang.",
        "es": "Imprimir todas las hojas al 100 %. Comprobar la regla en una de ellas: mide 50 mm.",
        "it": "Stampare tutti i fogli al 100 %. Controllare il righello su uno di essi: misura 50 mm.",
    },
    "plan-cut": {
        "en": "Cut each tile along the lines at its left and at its top. Leave the hatched strips on.",
        "fr": "Couper chaque morceau le long des lignes à gauche et en haut. Ne pas couper les bandes hachurées.",
        "de": "Jedes Teil links und oben an den Linien beschneiden. Die schraffierten Streifen bleiben daran.",
        "es": "Cortar cada parte por las líneas de su izquierda y de arriba. Dejar las tiras rayadas.",
        "it": "Tagliare ogni parte lungo le linee a sinistra e in alto. Lasciare le strisce tratteggiate.",
    },
    "plan-glue": {
        "en": "Glue row by row, from {first} to {last}: each tile onto the strips beside and above it, its edges on "
        "the lines.",
        "fr": "Coller rangée par rangée, de {first} à {last} : chaque morceau sur les bandes à côté et au-dessus de "
        "lui, ses bords sur les lignes.",
        "de": "Reihe für Reihe kleben, von {first} bis {last}: jedes Teil auf die Streifen neben und über ihm, die "
        "Kanten an den Linien.",
        "es": "Pegar fila por fila, de {first} a {last}: cada parte sobre las tiras de su lado y de arriba, con los "
        "bordes en las líneas.",
        "it": "Incollare fila per fila, da {first} a {last}: ogni parte sulle strisce accanto e sopra, con i bordi "
        "sulle linee.",
    },
    "plan-name": {
        "en": "Write the name of each tile on its back in pencil. Then cut it along all lines between tiles.",
        "fr": "Écrire le nom de chaque morceau au crayon sur son dos. Puis le couper le long de toutes les lignes "
        "entre les morceaux.",
        "de": "Den Namen jedes Teils mit Bleistift auf seine Rückseite schreiben. Dann an allen Linien zwischen Teilen "
        "beschneiden.",
        "es": "Escribir a lápiz el nombre de cada parte en su reverso. Luego cortarla por todas las líneas entre "
        "partes.",
        "it": "Scrivere a matita il nome di ogni parte sul retro. Poi tagliarla lungo tutte le linee tra le parti.",
    },
    "plan-butt": {
        "en": "Glue the tiles onto board edge to edge, row by row, from {first} to {last}.",
        "fr": "Coller les morceaux bord à bord sur un carton, rangée par rangée, de {first} à {last}.",
        "de": "Die Teile Kante an Kante auf Pappe kleben, Reihe für Reihe, von {first} bis {last}.",
        "es": "Pegar las partes borde con borde sobre cartón, fila por fila, de {first} a {last}.",
        "it": "Incollare le parti bordo a bordo su cartone, fila per fila, da {first} a {last}.",
    },
    "plan-strips": {
        "en": "The other side is printed too: trim the strips along their outer lines.",
        "fr": "L\u2019autre côté est imprimé aussi : rogner les bandes le long de leurs lignes extérieures.",
        "de": "Auch die andere Seite ist bedruckt: die Streifen an ihren äußeren Linien beschneiden.",
        "es": "El otro lado también está impreso: recortar las tiras por sus líneas exteriores.",
        "it": "Anche l\u2019altro lato è stampato: rifilare le strisce lungo le linee esterne.",
    },
    "key-cut": {"en": "cut", "fr": "couper", "de": "schneiden", "es": "cortar", "it": "tagliare"},
    "key-fold": {"en": "fold", "fr": "plier", "de": "falten", "es": "plegar", "it": "piegare"},
    "key-glue": {"en": "glue", "fr": "coller", "de": "kleben", "es": "pegar", "it": "incollare"},
    "plan-trim": {
        "en": "Cut along the outer edge of the whole.",
        "fr": "Couper le long du bord extérieur de l\u2019ensemble.",
        "de": "Das Ganze am äußeren Rand zuschneiden.",
        "es": "Cortar por el borde exterior del conjunto.",
        "it": "Tagliare lungo il bordo esterno dell\u2019insieme.",
    },
    "plan-fold": {
        "en": "Score and fold it between the dashes at its edges: dashes close on the face, dashes with dots open to "
        "the back.",
        "fr": "Rainer et plier entre les tirets aux bords : les tirets se ferment sur l\u2019endroit, les tirets à "
        "points s\u2019ouvrent vers le dos.",
        "de": "Zwischen den Strichen an den Rändern rillen und falten: Striche schließen sich auf der Vorderseite, "
        "Striche mit Punkten klappen nach hinten.",
        "es": "Marcar y doblar entre las rayas de los bordes: las rayas se cierran sobre la cara, las rayas con puntos "
        "se abren hacia atrás.",
        "it": "Cordonare e piegare tra i trattini ai bordi: i trattini si chiudono sul fronte, quelli con i punti si "
        "aprono verso il retro.",
    },
    "plan-slit": {
        "en": "Cut through the board from its middle to the lower edge.",
        "fr": "Couper le plateau du milieu jusqu\u2019au bord inférieur.",
        "de": "Den Plan von der Mitte bis zum unteren Rand durchschneiden.",
        "es": "Cortar el tablero desde el centro hasta el borde inferior.",
        "it": "Tagliare il tabellone dal centro al bordo inferiore.",
    },
    **GUIDE,
}


def languages() -> list[str]:
    """Return the languages that have words."""
    return list(WORDS["version"])


def spoken(language: str) -> str:
    """Return the language whose words are printed for one such as fr or fr-CA."""
    known = language.lower().replace("_", "-").partition("-")[0]
    return known if known in languages() else DEFAULT


def say(language: str, what: str, **values: object) -> str:
    """Return the words for something in a language, with the values filled in."""
    return WORDS[what][spoken(language)].format(**values)
