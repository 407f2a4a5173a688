package com.paydeal.deals.brandlist

import com.paydeal.deals.brand.BrandStatus
import com.paydeal.deals.brand.QBrand.brand
import com.paydeal.deals.brand.QCategory.category
import com.paydeal.deals.deal.QBenefit.benefit
import com.paydeal.deals.deal.QDealBrand.dealBrand
import com.querydsl.core.BooleanBuilder
import com.querydsl.core.types.OrderSpecifier
import com.querydsl.core.types.Predicate
import com.querydsl.core.types.Projections
import com.querydsl.jpa.impl.JPAQueryFactory
import org.springframework.stereotype.Repository

@Repository
class BrandListQuery(private val query: JPAQueryFactory) {
    fun page(dealId: Long, filter: BrandFilter, offset: Long, limit: Long): List<BrandRow> =
        query
            .select(brandRow)
            .from(dealBrand)
            .join(dealBrand.brand, brand)
            .join(brand.category, category)
            .where(matches(dealId, filter))
            .orderBy(*order(filter.sort))
            .offset(offset)
            .limit(limit)
            .fetch()

    fun count(dealId: Long, filter: BrandFilter): Long =
        query
            .select(dealBrand.count())
            .from(dealBrand)
            .join(dealBrand.brand, brand)
            .join(brand.category, category)
            .where(matches(dealId, filter))
            .fetchOne() ?: 0

    fun benefits(dealBrandIds: Collection<Long>): List<BenefitRow> =
        query
            .select(Projections.constructor(BenefitRow::class.java, benefit.dealBrand.id, benefit.kind, benefit.text))
            .from(benefit)
            .where(benefit.dealBrand.id.`in`(dealBrandIds))
            .orderBy(benefit.dealBrand.id.asc(), benefit.position.asc())
            .fetch()

    private fun matches(dealId: Long, filter: BrandFilter): Predicate {
        val all = BooleanBuilder(dealBrand.deal.id.eq(dealId)).and(brand.status.eq(BrandStatus.OPEN))
        filter.category?.let { all.and(category.code.eq(it)) }
        filter.name?.let { all.and(brand.searchName.startsWith(it.lowercase())) }
        return all
    }

    private fun order(sort: BrandSort): Array<OrderSpecifier<*>> =
        when (sort) {
            BrandSort.FEATURED -> arrayOf(dealBrand.featured.desc(), dealBrand.position.asc())
            BrandSort.DISCOUNT -> arrayOf(dealBrand.discountPercent.desc(), dealBrand.mostDiscount.desc(), dealBrand.id.asc())
            BrandSort.POPULAR -> arrayOf(brand.popularity.desc(), dealBrand.id.asc())
            BrandSort.NAME -> arrayOf(brand.searchName.asc(), dealBrand.id.asc())
        }
}
