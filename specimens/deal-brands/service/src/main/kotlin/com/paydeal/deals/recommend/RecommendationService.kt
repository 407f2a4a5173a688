package com.paydeal.deals.recommend

import com.paydeal.deals.api.BrandItem
import com.paydeal.deals.api.Recommendations
import com.paydeal.deals.brandlist.BenefitRow
import com.paydeal.deals.brandlist.BrandListQuery
import com.paydeal.deals.brandlist.BrandRow
import com.paydeal.deals.deal.RunningDeals
import com.paydeal.deals.member.MemberRepository
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

@Service
class RecommendationService(
    private val deals: RunningDeals,
    private val members: MemberRepository,
    private val recommendations: RecommendationQuery,
    private val brands: BrandListQuery,
) {
    @Transactional(readOnly = true)
    fun of(dealCode: String, memberNo: String): Recommendations {
        val deal = deals.byCode(dealCode)
        val member = members.findByNo(memberNo) ?: throw MemberNotFoundException(memberNo)
        val favourites = recommendations.favourites(member.id, FAVOURITES)
        // nobody pays in category 0: an empty list is no SQL
        val rows = recommendations.recommended(deal.id, member, favourites.ifEmpty { listOf(0L) }, BRANDS)
        val benefits = brands.benefits(rows.map(BrandRow::dealBrandId)).groupBy(BenefitRow::dealBrandId)
        return Recommendations(deal.title, rows.map { BrandItem.of(it, benefits[it.dealBrandId].orEmpty()) })
    }

    private companion object {
        const val FAVOURITES = 3L
        const val BRANDS = 10L
    }
}

class MemberNotFoundException(no: String) : RuntimeException("there is no member $no")
