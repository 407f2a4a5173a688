package com.paydeal.deals.brandlist

import com.paydeal.deals.deal.BenefitKind

/** A brand within a deal, as the database tells it. */
data class BrandRow(
    val dealBrandId: Long,
    val code: String,
    val name: String,
    val logoUrl: String,
    val summary: String,
    val category: String,
    val stores: Int,
    val discountPercent: Int,
    val mostDiscount: Long,
    val leastPayment: Long,
    val featured: Boolean,
)

data class BenefitRow(val dealBrandId: Long, val kind: BenefitKind, val text: String)

data class BrandFilter(val category: String? = null, val name: String? = null, val sort: BrandSort = BrandSort.FEATURED)

enum class BrandSort { FEATURED, DISCOUNT, POPULAR, NAME }
