ALTER TABLE `quotes` ADD `offer_id` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `offer_hash` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `offer_session` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `offer_order_id` text;--> statement-breakpoint
CREATE INDEX `quotes_offer` ON `quotes` (`offer_id`) WHERE offer_id is not null;--> statement-breakpoint
CREATE INDEX `quotes_offer_unbound` ON `quotes` (`valid_until`,`ref`) WHERE offer_id is not null and offer_order_id is null;--> statement-breakpoint
DROP VIEW `recomputed_orders`;--> statement-breakpoint
CREATE VIEW `recomputed_orders` AS with last_new as (
    select d.*, (
      select e.id from chain_events e indexed by chain_events_order
      where e.chain_id = d.chain_id and e.contract = d.contract and e.order_id = d.order_id and e.name = 'NewOrder'
      order by e.block_number desc, e.log_index desc limit 1
    ) as new_id from dirty_orders d
  ), opened as (
    select n.id, n.chain_id, n.contract, n.order_id, n.block_number, n.log_index, n.timestamp,
      n.args ->> '$.ref' as ref, n.args ->> '$.buyer' as buyer, n.args ->> '$.seller' as seller, n.args ->> '$.token' as token,
      n.args ->> '$.price' as price, cast(n.args ->> '$.productId' as integer) as product_id,
      cast(n.args ->> '$.delivery' as integer) as delivery, cast(n.args ->> '$.feeBps' as integer) as fee_bps,
      cast(n.args ->> '$.arbitrationFeeBps' as integer) as arbitration_fee_bps,
      cast(n.args ->> '$.validUntil' as integer) as valid_until
    from last_new d join chain_events n on n.id = d.new_id
  ), agreed as (
    select o.*, q.buyer_id as quoted_buyer, q.seller_id as quoted_seller, q.terms as quoted_terms,
      case
        when q.ref is null then 'unknown'
        when q.chain_id = o.chain_id and q.contract = o.contract and q.buyer = o.buyer and q.seller = o.seller
          and q.service_id = o.product_id and q.delivery = o.delivery and q.token = o.token and q.amount = o.price
          -- The contract accepts fees up to those of the quote; the platform may have lowered them since.
          and q.fee_bps >= o.fee_bps and q.arbitration_fee_bps >= o.arbitration_fee_bps
          -- The buyer chooses the validUntil sent to the contract, so an expired quote could be paid at its old rate with a later one.
          and q.valid_until = o.valid_until then 'ok'
        else 'unequal'
      end as terms_state,
      -- A ref is public once it is on chain, so the terms of a quote are shown only to its own two parties.
      coalesce(q.buyer = o.buyer and q.seller = o.seller, 0) as same_parties
    from opened o left join quotes q on q.ref = o.ref
      -- The first order of its two parties uses up a quote. A later one counts like an order without a quote.
      and not (q.buyer = o.buyer and q.seller = o.seller and exists (
        select 1 from chain_events e indexed by chain_events_quote
        where e.name = 'NewOrder' and e.args ->> '$.ref' = o.ref and e.args ->> '$.buyer' = o.buyer and e.args ->> '$.seller' = o.seller
          and e.chain_id = o.chain_id and e.contract = o.contract and e.order_id <> o.order_id
          and (e.block_number, e.log_index) < (o.block_number, o.log_index)))
      -- The first order from any quote of an offer uses up the offer.
      and not (q.offer_id is not null and q.buyer = o.buyer and q.seller = o.seller and exists (
        select 1 from quotes p indexed by quotes_offer join chain_events e indexed by chain_events_quote
          on e.name = 'NewOrder' and e.args ->> '$.ref' = p.ref and e.args ->> '$.buyer' = p.buyer and e.args ->> '$.seller' = p.seller
        where p.offer_id = q.offer_id and p.offer_id is not null and e.chain_id = o.chain_id and e.contract = o.contract
          and e.order_id <> o.order_id and (e.block_number, e.log_index) < (o.block_number, o.log_index)))
  )
  select a.id, a.chain_id, a.contract, a.order_id, (select r.id from rooms r where r.order_id = a.id) as room_id,
    a.ref, a.terms_state, a.product_id as service_id, a.buyer, a.seller,
    iif(a.same_parties, a.quoted_buyer, b.user_id) as buyer_id, iif(a.same_parties, a.quoted_seller, s.user_id) as seller_id,
    a.token, a.price, a.fee_bps, a.delivery, l.status, l.timestamp as status_at, a.timestamp as created_at,
    -- An order may name any product id. Without a quote it takes the title of the published listing, once.
    iif(a.same_parties, a.quoted_terms, json_object('title', coalesce(
      (select o.terms ->> '$.title' from orders o where o.id = a.id and o.terms ->> '$.title' <> ''), li.title, ''))) as terms,
    (select group_concat(e.id, ' ' order by e.block_number, e.log_index) from chain_events e indexed by chain_events_order
      where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id) as events
  from agreed a
  join chain_events l on l.id = (
    select e.id from chain_events e indexed by chain_events_order
    where e.chain_id = a.chain_id and e.contract = a.contract and e.order_id = a.order_id and e.status is not null
      and (e.block_number, e.log_index) >= (a.block_number, a.log_index)
    order by e.block_number desc, e.log_index desc limit 1
  )
  left join accounts b on b.address = a.buyer
  left join accounts s on s.address = a.seller
  left join listings li on li.id = a.product_id and li.user_id = s.user_id and li.enabled and li.deleted_at is null;