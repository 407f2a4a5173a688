package com.paydeal.deals.recommend

import com.paydeal.deals.brand.BrandStatus
import com.paydeal.deals.brand.QBrand.brand
import com.paydeal.deals.brand.QBrandScore.brandScore
import com.paydeal.deals.brand.QCategory.category
import com.paydeal.deals.brandlist.BrandRow
import com.paydeal.deals.brandlist.brandRow
import com.paydeal.deals.deal.QDealBrand.dealBrand
import com.paydeal.deals.member.Member
import com.paydeal.deals.member.QPayment.payment
import com.querydsl.core.types.dsl.CaseBuilder
import com.querydsl.jpa.impl.JPAQueryFactory
import org.springframework.stereotype.Repository

@Repository
class RecommendationQuery(private val query: JPAQueryFactory) {
    /** The categories that a member pays in most often. */
    fun favourites(memberId: Long, limit: Long): List<Long> =
        query
            .select(brand.category.id)
            .from(payment)
            .join(payment.brand, brand)
            .where(payment.member.id.eq(memberId))
            .groupBy(brand.category.id)
            .orderBy(payment.id.count().desc(), brand.category.id.asc())
            .limit(limit)
            .fetch()

    fun recommended(dealId: Long, member: Member, favourites: Collection<Long>, limit: Long): List<BrandRow> {
        val liked = CaseBuilder().`when`(category.id.`in`(favourites)).then(FAVOURITE_WEIGHT).otherwise(1)
        return query
            .select(brandRow)
            .from(dealBrand)
            .join(dealBrand.brand, brand)
            .join(brand.category, category)
            .join(brandScore).on(brandScore.brand.eq(brand))
            .where(
                dealBrand.deal.id.eq(dealId),
                brand.status.eq(BrandStatus.OPEN),
                brandScore.ageBand.eq(member.ageBand),
                brandScore.gender.eq(member.gender),
            )
            .orderBy(brandScore.score.multiply(liked).desc(), dealBrand.id.asc())
            .limit(limit)
            .fetch()
    }

    private companion object {
        const val FAVOURITE_WEIGHT = 3
    }
}
