import { Fragment, type ReactNode } from 'react'
import css from './Table.module.css'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Aligns numbers right. */
  number?: boolean
}

/**
 * A table; on phones each row is a card that names the column before each value. The first column is the heading of its row. `caption` is
 * for screen readers. `controls`: all other cells are switches or the like, which fit side by side on phones too, below short names of
 * columns.
 */
export function Table<Row>({
  caption,
  controls,
  columns,
  rows,
  keyOf,
}: {
  caption: string
  controls?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}) {
  return (
    <div className={css.frame}>
      <table className={`${css.table} ${controls ? css.controls : css.values}`}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, number }) => (
              <th key={name} scope="col" data-number={number}>
                {controls ? <Words text={name} /> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, number }, i) =>
                i === 0 ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} data-name={name} data-number={number}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A text that breaks only between words, not after a hyphen. */
const Words = ({ text }: { text: string }) =>
  text.split(' ').map((word, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text do not move
    <Fragment key={i}>
      {i > 0 && ' '}
      <span className={css.word}>{word}</span>
    </Fragment>
  ))
