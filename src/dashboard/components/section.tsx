import { type ReactNode, useCallback, useId, useRef } from 'react';

interface SectionProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** What `useHeadingFocus` returns. */
  readonly headingRef?: React.Ref<HTMLHeadingElement>;
}

/** A part of a page under a heading of its own. */
export function Section({ title, intro, actions, children, headingRef }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-header">
        <div>
          <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
            {title}
          </h2>
          {intro && <p className="muted small">{intro}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** The heading of a list takes the focus when the row that had it is gone. */
export function useHeadingFocus(): readonly [React.RefObject<HTMLHeadingElement | null>, () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useCallback(() => {
    // After the dialog gave the focus back.
    requestAnimationFrame(() => heading.current?.focus());
  }, []);
  return [heading, focus];
}
