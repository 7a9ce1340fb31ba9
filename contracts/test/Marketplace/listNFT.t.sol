// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

contract ListNftTest is MarketBase {
    function test_storesTheTermsAndLeavesTheToken() public {
        vm.expectEmit(address(market));
        emit Marketplace.ListedNFT(address(nft), ID, seller, PRICE, address(usdc), CUT_BPS, EXPIRES);
        _listAt(address(nft), PRICE, address(usdc));
        assertEq(nft.ownerOf(ID), seller);
        Marketplace.Listing memory listing = market.getListedNFT(address(nft), ID);
        assertEq(listing.nft, address(nft));
        assertEq(listing.owner, seller);
        assertEq(listing.price, PRICE);
        assertEq(listing.currency, address(usdc));
        assertEq(listing.maxCutBps, CUT_BPS);
        assertEq(listing.expiresAt, EXPIRES);
        assertFalse(listing.approved);
    }

    /// @dev Every field is returned unchanged, with any allowed value.
    function testFuzz_storesEveryField(uint256 price, uint256 cut, uint256 lasts, uint256 bumps, uint256 moves) public {
        price = bound(price, 1, type(uint80).max);
        cut = bound(cut, 0, 3000);
        lasts = bound(lasts, 0, 365 days);
        address collection = address(nft);
        address currency = price % 3 == 0 ? NATIVE : price % 3 == 1 ? address(usdc) : address(usdt);
        vm.startPrank(seller);
        for (uint256 i = 0; i < moves % 5; ++i) nft.transferFrom(seller, seller, ID);
        for (uint256 i = 0; i < bumps % 5; ++i) market.incrementCounter();
        market.listNFT(collection, ID, price, currency, cut, START + lasts);
        Marketplace.Listing memory listing = market.getListedNFT(collection, ID);
        assertEq(listing.nft, collection);
        assertEq(listing.owner, seller);
        assertEq(listing.price, price);
        assertEq(listing.currency, currency);
        assertEq(listing.maxCutBps, cut);
        assertEq(listing.expiresAt, START + lasts);
    }

    function test_aNewListingReplacesTheOldOne() public {
        _list();
        _listAt(address(nft), PRICE * 2, address(usdc));
        assertEq(market.getListedNFT(address(nft), ID).price, PRICE * 2);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE * 2, address(usdc)));
        _purchase(address(nft), PRICE, NATIVE);
        _purchase(address(nft), PRICE * 2, address(usdc));
        assertEq(nft.ownerOf(ID), buyer);
    }

    function test_rejectsOthersThanTheOwner() public {
        vm.prank(seller);
        nft.setApprovalForAll(stranger, true);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, stranger));
        vm.prank(stranger);
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
    }

    function test_rejectsAMissingTokenOrCollection() public {
        vm.startPrank(seller);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), 8, seller));
        market.listNFT(address(nft), 8, PRICE, NATIVE, CUT_BPS, EXPIRES);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ForeignCollection.selector, stranger));
        market.listNFT(stranger, ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        // a currency is not a collection, and neither is the marketplace
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ForeignCollection.selector, address(usdc)));
        market.listNFT(address(usdc), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ForeignCollection.selector, address(market)));
        market.listNFT(address(market), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
    }

    function test_rejectsABurnedToken() public {
        _burn();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, seller));
        _listAt(address(nft), PRICE, NATIVE);
    }

    function test_limitsThePrice() public {
        vm.startPrank(seller);
        uint256[2] memory wrong = [0, uint256(type(uint80).max) + 1];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.PriceOutOfBounds.selector, wrong[i]));
            market.listNFT(address(nft), ID, wrong[i], NATIVE, CUT_BPS, EXPIRES);
        }
    }

    function test_limitsTheExpiry() public {
        vm.startPrank(seller);
        uint256[3] memory wrong = [START - 1, START + 365 days + 1, type(uint256).max];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.ExpiryOutOfBounds.selector, wrong[i]));
            market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, wrong[i]);
        }
    }

    function test_limitsTheExpiryTo2106() public {
        uint256 last = type(uint32).max;
        vm.warp(last - 1);
        vm.startPrank(seller);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ExpiryOutOfBounds.selector, last + 1));
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, last + 1);
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, last);
        assertEq(market.getListedNFT(address(nft), ID).expiresAt, last);
        vm.warp(last + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ExpiryOutOfBounds.selector, last + 1));
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, last + 1);
    }

    function test_limitsTheCut() public {
        vm.startPrank(seller);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.MaxCutOutOfBounds.selector, 3001));
        market.listNFT(address(nft), ID, PRICE, NATIVE, 3001, EXPIRES);
    }

    function test_rejectsATokenThatIsNotPayable() public {
        vm.startPrank(seller);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, stranger));
        market.listNFT(address(nft), ID, PRICE, stranger, CUT_BPS, EXPIRES);
    }
}
