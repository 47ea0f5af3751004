/** Whether a platform's answers count at present; `untested`: nothing has asked it yet, so that nothing is known of its rule. */
export const HEALTH = ['healthy', 'confirm_only', 'untested', 'backing_off', 'quarantined', 'uncalibrated', 'disabled'] as const;
export type Health = (typeof HEALTH)[number];
