import type { ReactNode } from 'react'
import css from './Table.module.css'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Aligns numbers right. */
  number?: boolean
}

/**
 * A table; on phones each row is a card that names the column before each value. The first column is the heading of its row. `caption` is
 * for screen readers.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}) {
  return (
    <table className={css.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, number }) => (
            <th key={name} scope="col" data-number={number}>
              {name}
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
  )
}
