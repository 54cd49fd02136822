import { Fragment } from 'react';
import style from '../domain.module.css';

type FactsProps = { facts: readonly (readonly [name: string, value: string])[] };

/** Values that can only be read. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={style.factList}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
