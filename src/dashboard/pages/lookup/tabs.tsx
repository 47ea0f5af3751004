import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab {
  readonly key: string;
  readonly label: string;
  /** What there is in it by now, in a few characters. */
  readonly value: string;
  readonly panel: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChange: (key: string) => void;
}

/** Parts of a page that grow while one is read: nothing is below them that could be pushed away. ARIA tabs, moved in with arrows. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find(({ key }) => key === current) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === shown?.key);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    onChange(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus();
  };
  return (
    <div>
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            <span className="tab-value">{tab.value}</span>
            <span className="tab-label">{tab.label}</span>
          </button>
        ))}
      </div>
      {shown && (
        <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.key}`} key={shown.key}>
          {shown.panel()}
        </div>
      )}
    </div>
  );
}
