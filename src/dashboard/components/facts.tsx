import { Fragment, type ReactNode } from 'react';

/** What is known of something, each under its label; what is null, undefined or false is left out. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(of).map(([label, value]) =>
        value == null || value === false ? null : (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

/** Numbers side by side, each under its label. @param props.className where they are not large */
export function Figures({ of, className = 'figures' }: { readonly of: Readonly<Record<string, ReactNode>>; readonly className?: string }) {
  return (
    <dl className={className}>
      {Object.entries(of).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
