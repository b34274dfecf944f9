"""Steps that change what is read, where hardly anybody means it or where statements collide."""
