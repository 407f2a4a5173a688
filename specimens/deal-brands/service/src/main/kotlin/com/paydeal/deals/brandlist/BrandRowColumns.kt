package com.paydeal.deals.brandlist

import com.paydeal.deals.brand.QBrand.brand
import com.paydeal.deals.brand.QCategory.category
import com.paydeal.deals.deal.QDealBrand.dealBrand
import com.querydsl.core.types.ConstructorExpression
import com.querydsl.core.types.Projections

/** What a [BrandRow] is read from: a brand within a deal, joined with its category. */
val brandRow: ConstructorExpression<BrandRow> =
    Projections.constructor(
        BrandRow::class.java,
        dealBrand.id,
        brand.code,
        brand.name,
        brand.logoUrl,
        brand.summary,
        category.name,
        brand.stores,
        dealBrand.discountPercent,
        dealBrand.mostDiscount,
        dealBrand.leastPayment,
        dealBrand.featured,
    )
