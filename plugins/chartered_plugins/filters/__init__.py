"""Privacy filters: plans in which an output may decide what runs next, within budgets fixed beforehand."""
