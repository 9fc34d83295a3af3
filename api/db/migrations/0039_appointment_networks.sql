-- Appointments: the network of the visitor who asked for one (/24 or /48), which limits how many are booked from it.
ALTER TABLE appointments ADD COLUMN network text CHECK (length(network) BETWEEN 1 AND 64);
