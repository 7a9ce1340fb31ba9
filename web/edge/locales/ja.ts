import { brand } from '../../brand.ts'
import type { PageTexts } from '../page-texts.ts'

export const ja: PageTexts = {
  home: {
    title: '良い仕事が、人と出会う場所',
    description: '依頼する、働く、集まる。お支払いは仕事が終わるまでBase上のエスクローで保管され、手数料はお支払いの前にわかります。',
  },
  services: {
    title: 'サービス',
    description:
      'ロゴ制作からレッスンまで、料金の決まったフリーランスと地域のサービス。お支払いは、あなたが確定するまでエスクローで保管されます。',
  },
  jobs: {
    title: '求人',
    description: '業務委託と正社員、リモートと現地の求人。メッセージで応募するか、ご自身のサービスで入札できます。',
  },
  events: {
    title: 'イベント',
    description: '交流会、ワークショップ、展示会。オンラインでも会場でも。参加を申し込み、主催者が承認してからお支払いいただけます。',
  },
  picture: {
    kinds: { services: 'サービス', jobs: '求人', events: 'イベント' },
    price: (price, isHourly, isCheapest) => `${isHourly ? '1時間' : ''}${price}${isCheapest ? 'から' : ''}`,
    free: '無料',
    pay: {
      hour: (sum) => `時給${sum}`,
      day: (sum) => `日給${sum}`,
      week: (sum) => `週給${sum}`,
      month: (sum) => `月給${sum}`,
      year: (sum) => `年収${sum}`,
      project: (sum) => `${sum}（一式）`,
    },
    bidsFrom: (price) => `${price}から入札`,
    contracts: { CONTRACT: '業務委託', FULLTIME: '正社員' },
    remote: 'リモート',
    online: 'オンライン',
  },
  results: (text) => ({ title: `「${text}」`, description: `「${text}」で見つかる、${brand.name}のサービス、求人、イベント、人です。` }),
  describePerson: (name) => `${brand.name}での${name}さんのサービス、求人、イベント、レビューをご覧いただけます。`,
  describeCreator: (title) => `${brand.name}での「${title}」のページです。`,
  welcome: {
    title: '私たちが目指すこと',
    description: '良い仕事に、きちんとした対価を。安心して預けられるお支払い、必ず終わる注文、前もってわかる費用。',
  },
  news: {
    title: 'ニュースフィード',
    description: `${brand.name}に新しく加わったサービス、求人、イベント、クリエイターの投稿を、新しい順に表示します。`,
  },
  trending: {
    title: 'トレンド',
    description: '直近7日間によく注文、保存されたものと、続いて新着を表示します。',
  },
  following: {
    title: 'フォロー中',
    description: 'あなたがフォローしている人のサービス、求人、イベント、投稿を、新しい順に表示します。',
  },
  sharedList: {
    title: '保存した出品',
    description: `${brand.name}で見つけたサービス、求人、イベントのリストです。`,
  },
  faq: {
    title: 'よくある質問',
    description: '注文、エスクロー、手数料、ネットワーク手数料のしくみを説明します。',
  },
  privacy: {
    title: 'プライバシー',
    description: '保存するもの、ほかの人に見えるもの、ブラウザーに残るもの。データを販売することはありません。',
  },
  terms: {
    title: '利用規約',
    description: '売り買いのための、8つの短い決まりです。',
  },
  about: {
    title: `${brand.name}について`,
    description: '働く人、つくる人のためのマーケットプレイス。お支払いはBase上のエスクローコントラクトを通ります。',
  },
  notice: {
    title: '特定商取引法に基づく表記',
    description: '販売者、価格、お支払い、引き渡し、返金について。',
  },
  creatorSignUp: {
    title: 'クリエイターになる',
    description: `${brand.name}に自分のページを持つための申請です。すべての申請を運営が読みます。`,
  },
  offline: {
    title: '接続がありません',
    description: '接続が戻ると、ページが開きます。',
  },
  confirm: {
    title: 'メールアドレスの確認',
    description: 'メールのリンクを開いて、メールアドレスがご本人のものであることを確認します。',
  },
  reset: {
    title: '新しいパスワードの設定',
    description: 'ログインできなくなった方はこちら。リンクを受け取り、新しいパスワードを設定できます。',
  },
  categoryLeads: {
    services: '料金と納期を比べて依頼できます。お支払いは仕事が終わるまでエスクローで保管されます。',
    jobs: '正社員と業務委託の求人です。メッセージを添えて応募するか、自分の金額で入札できます。',
    events: '日時と場所を確認して、参加を申し込めます。',
  },
  lost: {
    title: 'ページが見つかりません',
    description: 'このページは存在しないか、削除されました。',
  },
}
