import { useState } from 'react'
import { THEMES } from '../../workers/listings/events.schema.ts'
import { ServiceCardSkeleton } from '../features/cards/ServiceCard.tsx'
import { ApiError } from '../lib/api-error.ts'
import { ErrorState } from '../lib/ErrorState.tsx'
import { Button } from '../ui/Button.tsx'
import { Carousel } from '../ui/Carousel.tsx'
import { Chip } from '../ui/Chip.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EventTheme } from '../ui/EventTheme.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Steps } from '../ui/Steps.tsx'
import { Table } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { type Cell, textFor } from './cell.ts'
import css from './GalleryPage.module.css'

export function Looks(cell: Cell) {
  const t = textFor(cell)
  return THEMES.map((theme) => (
    <EventTheme key={theme} theme={theme}>
      <div className={css.look}>
        <h3>{t('Screen printing workshop', 'シルクスクリーン教室')}</h3>
        <p className="mute">{t('Monday, 18:30, in Kyoto', '月曜日 18:30 京都')}</p>
      </div>
    </EventTheme>
  ))
}

export function Waiting(cell: Cell) {
  const t = textFor(cell)
  const steps = [t('Approve', '承認'), t('Confirm', '確認'), t('On chain', 'チェーン'), t('Ready', '完了')]
  return (
    <>
      <div className={css.line}>
        <Spinner />
        <Skeleton width={48} height={48} round />
        <Skeleton width="50%" />
      </div>
      <Progress label={t('Uploading', 'アップロード中')} value={0.6} />
      <Progress label={t('Checking', '確認中')} />
      <Steps label={t('Payment', '支払い')} steps={steps} now={2} />
      <Steps label={t('Payment', '支払い')} steps={steps} now={1} failed />
      <ServiceCardSkeleton />
    </>
  )
}

export function Reading(cell: Cell) {
  const t = textFor(cell)
  const [tab, setTab] = useState<'open' | 'done'>('open')
  const tabs = [
    ['open', t('Open', '進行中')],
    ['done', t('Completed', '完了')],
  ] as const
  return (
    <>
      <Tabs label={t('Orders', '注文')} tabs={tabs} value={tab} onChange={setTab}>
        <p>{tab === 'open' ? t('Two orders are open.', '進行中の注文が2件あります。') : t('None yet.', 'まだありません。')}</p>
      </Tabs>
      <Tabs label={t('Orders', '注文')} tabs={tabs} value={tab} onChange={setTab} pills>
        <span />
      </Tabs>
      <Carousel
        label={`${t('What we want', '目指すこと')} (${cell.theme})`}
        every={18_000}
        slides={[t('Secure payments', '安全な支払い'), t('Clear rules', 'わかりやすいルール'), t('Open source', 'オープンソース')].map(
          (text, i) => ({ key: String(i), label: text, node: <div className={css.slide}>{text}</div> }),
        )}
      />
    </>
  )
}

const OFFERS = [
  { id: 1, who: 'Aiko Mori', price: '120.00 USDC', open: true },
  { id: 2, who: '鈴木 はな', price: '95.00 USDC', open: false },
]

export function Lists(cell: Cell) {
  const t = textFor(cell)
  const [files, setFiles] = useState<string[]>([])
  return (
    <>
      <Table
        caption={t('Offers', 'オファー')}
        keyOf={({ id }) => id}
        rows={OFFERS}
        columns={[
          { name: t('From', '相手'), cell: ({ who }) => who },
          { name: t('Price', '価格'), cell: ({ price }) => price, number: true },
          {
            name: t('Status', '状態'),
            cell: ({ open }) => (open ? <Chip tone="sky">{t('Open', '受付中')}</Chip> : <Chip>{t('Sold', '成約')}</Chip>),
          },
        ]}
      />
      <Pagination label={`${t('Pages', 'ページ')} (${cell.theme})`} now={4} last={9} href={(page) => `/gallery/?page=${page}`} />
      <FileDrop
        label={t('Choose your CV, or drop it here', '履歴書を選択、またはここにドロップ')}
        hint={files.length ? files.join(', ') : t('PDF, DOC or DOCX, up to 10 MB', 'PDF、DOC、DOCX（10 MBまで）')}
        accept=".pdf,.doc,.docx"
        onFiles={(taken) => setFiles(taken.map(({ name }) => name))}
      />
      <FileDrop
        label={t('Choose a file', 'ファイルを選択')}
        error={t('This file is too large.', 'ファイルが大きすぎます。')}
        onFiles={() => {}}
      />
      <Picture media={null} alt="" sizes="300px" ratio="3 / 1" />
      <LoadMore query={{ hasNextPage: true, isFetchingNextPage: false, error: null, fetchNextPage: () => new Promise(() => {}) }} />
    </>
  )
}

export function States(cell: Cell) {
  const t = textFor(cell)
  return (
    <>
      <EmptyState
        heading="h3"
        drawing="search"
        title={t('Nothing found', '見つかりませんでした')}
        text={t('Try another word, or a shorter one.', '別の言葉か、短い言葉をお試しください。')}
      >
        <Button look="primary">{t('See all services', 'すべて見る')}</Button>
      </EmptyState>
      <ErrorState error={new ApiError('unavailable', 503, undefined, '5217818d')} onRetry={() => {}} />
    </>
  )
}
