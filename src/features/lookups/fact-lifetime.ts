/** Days for which a platform's answer is reused (docs/contract.md, 11): accounts are created more often than deleted. */
export const FACT_DAYS = { registered: 7, not_registered: 1 } as const;
