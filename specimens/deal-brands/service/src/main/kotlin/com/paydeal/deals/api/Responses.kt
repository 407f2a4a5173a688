package com.paydeal.deals.api

import com.paydeal.deals.brandlist.BenefitRow
import com.paydeal.deals.brandlist.BrandRow
import com.paydeal.deals.deal.BenefitKind
import com.paydeal.deals.deal.PaymentMethod
import java.time.LocalDateTime

data class BrandPage(
    val deal: String,
    val payment: PaymentMethod,
    val endsAt: LocalDateTime,
    val total: Long,
    val page: Int,
    val brands: List<BrandItem>,
)

data class Recommendations(val deal: String, val brands: List<BrandItem>)

data class BrandItem(
    val code: String,
    val name: String,
    val logoUrl: String,
    val summary: String,
    val category: String,
    val stores: Int,
    val discount: Discount,
    val featured: Boolean,
    val benefits: List<BenefitItem>,
) {
    data class Discount(val percent: Int, val atMost: Long, val from: Long)

    data class BenefitItem(val kind: BenefitKind, val text: String)

    companion object {
        fun of(row: BrandRow, benefits: List<BenefitRow>) = BrandItem(
            code = row.code,
            name = row.name,
            logoUrl = row.logoUrl,
            summary = row.summary,
            category = row.category,
            stores = row.stores,
            discount = Discount(row.discountPercent, row.mostDiscount, row.leastPayment),
            featured = row.featured,
            benefits = benefits.map { BenefitItem(it.kind, it.text) },
        )
    }
}
