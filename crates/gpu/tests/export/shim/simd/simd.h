// Exported libraries include this file, but use nothing from it.
