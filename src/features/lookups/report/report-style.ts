/** How the report looks on the screen and on paper. */
import { html } from './markup.js';

export const STYLE = html`
    :root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1c1f22; background: #fff; }
    body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
    h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
    h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #d5d7da; padding-bottom: .25rem; break-after: avoid; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; break-after: avoid; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ebecee; }
    th { font-weight: 600; color: #5b6269; font-size: .85rem; } th[scope=row] { width: 11rem; }
    tr { break-inside: avoid; } .number { text-align: right; } .muted { color: #5b6269; }
    .notice { border: 2px solid; padding: .25rem .75rem; font-weight: 600; }
    .names { columns: 3 12rem; padding: 0; list-style: none; }
    @media screen and (max-width: 45rem) {
      table, tbody { display: block; } thead, td:empty { display: none; } th[scope=row], td { border: 0; padding: 0; }
      tr { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .4rem 0; border-bottom: 1px solid #ebecee; } tr > :first-child { flex: 1 0 100%; }
      td::before { color: #5b6269; } td:nth-child(2)::before { content: var(--c2) ": "; } td:nth-child(3)::before { content: var(--c3) ": "; }
      td:nth-child(4)::before { content: var(--c4) ": "; } td:nth-child(5)::before { content: var(--c5) ": "; }
      td:nth-child(6)::before { content: var(--c6) ": "; }
    }
    @page { margin: 12mm 10mm; @bottom-right { content: counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; } }
    @media print {
      :root { font-size: 8pt; line-height: 1.25; } :root.dense { font-size: 6.5pt; line-height: 1.2; }
      body { margin: 0; max-width: none; padding: 0; } h2 { margin-top: 1.2rem; }
      th, td { padding: .15rem .6rem .15rem 0; } a { color: inherit; text-decoration: none; }
      .names { columns: auto; } .names li { display: inline; } .names li:not(:last-child)::after { content: " ·"; }
    }`;

/** What stands at the foot of every page of invented answers. */
export const FOOT = html`
    @page { @bottom-left { content: "Invented answers: this report says nothing about a person"; font: 8pt system-ui, sans-serif; } }`;
