"""Language models behind one small protocol: llama, server and scripted."""
