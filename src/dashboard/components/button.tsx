import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Its work is under way: it cannot be pressed again, and keeps its size. */
  readonly busy?: boolean;
}

export function Button({ kind = 'plain', busy = false, type = 'button', className = '', disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind} ${className}`.trim()}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}
