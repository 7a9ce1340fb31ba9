import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './InvoicePage.module.css'
import type { Fact, InvoiceContent } from './invoice-content.ts'

/** The invoice as it is shown on screen and printed. */
export function InvoiceSheet({ content }: { content: InvoiceContent }) {
  const { title, warning, dates, parties, item, sums, facts, notes } = content
  return (
    <article className={css.sheet} aria-label={title}>
      <h1>{title}</h1>
      {warning && <Notice tone="rose">{warning}</Notice>}
      <dl className={css.dates}>
        {dates.map((date) => (
          <div key={date.label}>
            <dt>{date.label}</dt>
            <dd className="num">{date.value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.parties}>
        {parties.map(({ label, name, wallet }) => (
          <section key={label} aria-label={label}>
            <p className={css.label}>{label}</p>
            <p className={css.name}>
              <bdi>{name}</bdi>
            </p>
            <p className={`num ${css.wallet}`}>
              <Value fact={wallet} />
            </p>
          </section>
        ))}
      </div>
      <table className={css.sums}>
        <tbody>
          <tr>
            <th scope="row">
              <UserText text={item.title} />
              {item.detail && <span className={css.label}>{item.detail}</span>}
            </th>
            <td className="num">{item.amount}</td>
            <td className="num">{item.usd}</td>
          </tr>
          {sums.map(({ label, amount, usd, isTotal }) => (
            <tr key={label} className={isTotal ? css.total : undefined}>
              <th scope="row">{label}</th>
              <td className="num">{amount}</td>
              <td className="num">{usd}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={css.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd className="num">
              <Value fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.notes}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </article>
  )
}

const Value = ({ fact: { value, href } }: { fact: Fact }) =>
  href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {value}
    </a>
  ) : (
    value
  )
