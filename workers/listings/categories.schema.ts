import { maxLength, object, optional, pipe, string } from 'valibot'
import { listType } from './listings.schema.ts'
import type { Label } from './taxonomy/category.schema.ts'

/** Query of getCategories. With a `category`, its subcategories are in the answer too. */
export const categoriesRequest = object({
  listType: optional(listType, 'services'),
  category: optional(pipe(string(), maxLength(60, 'too_long'))),
})

/** A category or subcategory with its names, and how many published listings it has. */
export interface CategoryCount extends Label {
  id: string
  count: number
}

/** The answer of getCategories, in display order. `subs` is null without a category, or if there is no such category. */
export interface Categories {
  categories: CategoryCount[]
  subs: CategoryCount[] | null
}
