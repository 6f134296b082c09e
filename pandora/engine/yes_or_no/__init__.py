"""What the model is asked with yes or no, whose logits say how sure it is; code goes on from there."""
