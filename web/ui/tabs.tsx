import { useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import style from './tabs.module.css';

type TabSpec<K extends string> = { key: K; label: React.ReactNode; panel: React.ReactNode };

type TabsProps<K extends string> = {
  label: string;
  tabs: readonly TabSpec<K>[];
  selected: K;
  onSelect(key: K): void;
  more?: React.ReactNode;
};

/**
 * Shows tabs. Only the selected panel is mounted. On small screens the row of tabs scrolls so that the selected tab is
 * visible.
 */
export function Tabs<K extends string>({ label, tabs, selected, onSelect, more }: TabsProps<K>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = () => list.current?.querySelector(`[data-key="${CSS.escape(selected)}"]`) ?? null;
    // The new row of tabs is rendered a moment after this effect.
    const frame = requestAnimationFrame(() =>
      chosen()?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    // Turning the device changes the width of the row. Only the row scrolls, the page stays in place.
    const owner = new AbortController();
    const bring = () => list.current && bringAcross(list.current, chosen());
    window.addEventListener('resize', bring, { signal: owner.signal });
    return () => {
      cancelAnimationFrame(frame);
      owner.abort();
    };
  }, [selected]);
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(key as K)} className={style.tabs}>
      <div className={style.row}>
        <TabList ref={list} aria-label={label} className={style.list}>
          {tabs.map((tab) => (
            <Tab key={tab.key} id={tab.key} className={style.tab}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {more}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key} className={style.panel}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

function bringAcross(row: Element, tab: Element | null): void {
  if (!tab) return;
  const [around, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, inner.right - around.right) + Math.min(0, inner.left - around.left);
}
