package com.paydeal.deals.api

import com.paydeal.deals.brandlist.BrandFilter
import com.paydeal.deals.brandlist.BrandListService
import com.paydeal.deals.brandlist.BrandSort
import com.paydeal.deals.recommend.RecommendationService
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
@RequestMapping("/api/deals/{deal}/brands")
class DealController(
    private val brandList: BrandListService,
    private val recommendations: RecommendationService,
) {
    @GetMapping
    fun brands(
        @PathVariable deal: String,
        @RequestParam(required = false) category: String?,
        @RequestParam(required = false) name: String?,
        @RequestParam(defaultValue = "FEATURED") sort: BrandSort,
        @RequestParam(defaultValue = "0") page: Int,
    ): BrandPage = brandList.page(deal, BrandFilter(category, name, sort), page)

    @GetMapping("/recommended")
    fun recommended(@PathVariable deal: String, @RequestParam member: String): Recommendations =
        recommendations.of(deal, member)
}
