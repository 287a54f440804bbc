"""What may be stated: exact numbers, neighbouring relations, questions, mechanisms, steps, guarantees, theorems,
accountants."""
