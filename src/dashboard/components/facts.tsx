/** How single facts are shown. */
import { Fragment, type ReactNode } from 'react';
import { parseUrl } from '../../kernel/values/parse-url.js';
import { CopyButton } from './controls.js';
import type { StateWord, Tone } from '../client/format.js';

/** A state in one word. Its colour only repeats what the word says. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** The badge of a state. */
export const StateBadge = ({ tone, word }: StateWord) => <Badge tone={tone}>{word}</Badge>;

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

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A time in the reader's zone; the exact one in its title. */
export function Time({ at, dateOnly = false }: { readonly at: string; readonly dateOnly?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {(dateOnly ? DATE : SHORT).format(date)}
    </time>
  );
}

/** What happened, and when. */
export function dated(label: string, at: string, { dateOnly = false } = {}) {
  return (
    <>
      {label} <Time at={at} dateOnly={dateOnly} />
    </>
  );
}

/** An e-mail address, or another with an @, that breaks before its domain where there is little room, and elsewhere only if it must. */
export function Address({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** An address of a page, which is broken behind its slashes where it does not fit in a line. */
export function PageAddress({ url }: { readonly url: string }) {
  return url.split(/(?<=\/)(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** A link to another site. What is no http(s) URL is shown as text. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  if (!/^https?:\/\//i.test(href) || !parseUrl(href)) return <span className="breakable">{children ?? href}</span>;
  return (
    <a className="breakable" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
      <span className="visually-hidden"> (opens in another tab)</span>
    </a>
  );
}

interface CodeBlockProps {
  /** What it is, in a few words. */
  readonly label: string;
  readonly text: string;
  /** On the button that copies it; null: none. */
  readonly copy?: string | null;
}

/** Text as it is, which scrolls by mouse and keyboard, with a button that copies it. */
export function CodeBlock({ label, text, copy = 'Copy' }: CodeBlockProps) {
  return (
    <div className="code-block">
      <pre role="group" tabIndex={0} aria-label={label}>
        {text}
      </pre>
      {copy !== null && <CopyButton text={text} label={copy} />}
    </div>
  );
}
