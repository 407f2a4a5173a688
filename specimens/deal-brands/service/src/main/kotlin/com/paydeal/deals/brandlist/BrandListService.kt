package com.paydeal.deals.brandlist

import com.paydeal.deals.api.BrandItem
import com.paydeal.deals.api.BrandPage
import com.paydeal.deals.deal.RunningDeals
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

@Service
class BrandListService(
    private val deals: RunningDeals,
    private val brands: BrandListQuery,
) {
    @Transactional(readOnly = true)
    fun page(dealCode: String, filter: BrandFilter, page: Int): BrandPage {
        val deal = deals.byCode(dealCode)
        val rows = brands.page(deal.id, filter, page * PAGE_SIZE, PAGE_SIZE)
        val benefits = benefitsOf(rows)
        return BrandPage(
            deal = deal.title,
            payment = deal.payment,
            endsAt = deal.endsAt,
            total = brands.count(deal.id, filter),
            page = page,
            brands = rows.map { BrandItem.of(it, benefits[it.dealBrandId].orEmpty()) },
        )
    }

    private fun benefitsOf(rows: List<BrandRow>): Map<Long, List<BenefitRow>> =
        if (rows.isEmpty()) emptyMap() else brands.benefits(rows.map(BrandRow::dealBrandId)).groupBy(BenefitRow::dealBrandId)

    private companion object {
        const val PAGE_SIZE = 20L
    }
}
