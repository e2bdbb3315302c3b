// What exported libraries include and use nothing of.
