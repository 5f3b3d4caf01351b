"""What a press prints for the colours of drawings: inks, printing conditions, plates."""
