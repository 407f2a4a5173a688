package com.paydeal.deals.ops

import com.paydeal.deals.brandlist.BrandFilter
import com.paydeal.deals.brandlist.BrandListService
import com.paydeal.deals.brandlist.BrandSort
import com.paydeal.deals.deal.DealRepository
import com.paydeal.deals.member.MemberRepository
import com.paydeal.deals.recommend.RecommendationService
import org.springframework.data.domain.PageRequest
import org.springframework.stereotype.Component

/** What members ask for most, called as a request calls it. */
@Component
class BusiestLogic(
    private val brandList: BrandListService,
    private val recommendations: RecommendationService,
    deals: DealRepository,
    members: MemberRepository,
) {
    private val deals by lazy { deals.findAll(PageRequest.of(0, SAMPLE)).content.map { it.code } }
    private val members by lazy { members.findAll(PageRequest.of(0, SAMPLE)).content.map { it.no } }

    fun call(n: Int) {
        val deal = deals[n % deals.size]
        val sort = BrandSort.entries[n % BrandSort.entries.size]
        brandList.page(deal, BrandFilter(sort = sort), n % 2)
        recommendations.of(deal, members[n % members.size])
    }

    private companion object {
        const val SAMPLE = 20
    }
}
