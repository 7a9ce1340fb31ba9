// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {HostileNft} from "../mocks/HostileNft.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev When a listing is good, and that it never comes back: after the token left and returned, after its seller voided it, after a sale.
contract ListingLifeTest is MarketBase {
    function _move(address collection, address from, address to) private {
        vm.prank(from);
        IERC721(collection).transferFrom(from, to, ID);
    }

    function _approveAll(address collection) private {
        vm.prank(seller);
        IERC721(collection).setApprovalForAll(address(market), true);
    }

    function _expectStale(address collection) private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, collection, ID));
    }

    // ---- A later owner

    function test_aLaterOwnerSellsNothingByAnEarlierOnesListing() public {
        address[2] memory collections = [address(nft), address(counting)];
        for (uint256 i = 0; i < 2; ++i) {
            _listAt(collections[i], PRICE, NATIVE);
            _move(collections[i], seller, stranger);
            vm.startPrank(stranger);
            IERC721(collections[i]).approve(address(market), ID);
            IERC721(collections[i]).setApprovalForAll(address(market), true);
            vm.stopPrank();
            assertFalse(_isListed(collections[i]));
            _expectStale(collections[i]);
            _purchase(collections[i], PRICE, NATIVE);
        }
    }

    function test_aLaterOwnersListingEndsTheEarlierOne() public {
        _list();
        _move(address(nft), seller, stranger);
        vm.startPrank(stranger);
        market.listNFT(address(nft), ID, 2 * PRICE, NATIVE, CUT_BPS, EXPIRES);
        nft.transferFrom(stranger, seller, ID);
        vm.stopPrank();
        _approve();
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), 2 * PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, 2 * PRICE, NATIVE));
        _purchase(address(nft), PRICE, NATIVE);
    }

    // ---- Gone and back

    /// @dev Where transfers are counted a listing is dead for good once the token moved, whatever its owner approves.
    function test_aCountedTokenThatCameBackIsNotListed() public {
        _listAt(address(counting), PRICE, NATIVE);
        _approveAll(address(counting));
        _move(address(counting), seller, stranger);
        _move(address(counting), stranger, seller);
        vm.prank(seller);
        counting.approve(address(market), ID);
        assertFalse(_isListed(address(counting)));
        _expectStale(address(counting));
        _purchase(address(counting), PRICE, NATIVE);
        // a new listing is as good as any
        _listAt(address(counting), 2 * PRICE, NATIVE);
        _purchase(address(counting), 2 * PRICE, NATIVE);
    }

    function test_evenATransferToOneselfCounts() public {
        _listAt(address(counting), PRICE, NATIVE);
        _approveAll(address(counting));
        _move(address(counting), seller, seller);
        _expectStale(address(counting));
        _purchase(address(counting), PRICE, NATIVE);
    }

    function testFuzz_anyNumberOfMovesIsSeen(uint8 moves) public {
        _listAt(address(counting), PRICE, NATIVE);
        _approveAll(address(counting));
        uint256 count = uint256(moves) * 2;
        for (uint256 i = 0; i < count; ++i) {
            (address from, address to) = i % 2 == 0 ? (seller, stranger) : (stranger, seller);
            _move(address(counting), from, to);
        }
        if (count != 0) _expectStale(address(counting));
        _purchase(address(counting), PRICE, NATIVE);
    }

    /// @dev Where they are not, the approval of the token tells: the standard has every transfer end it. An approval of all does not count.
    function test_anotherTokenThatCameBackIsNotForSale() public {
        _list();
        _approveAll(address(nft));
        _move(address(nft), seller, stranger);
        _move(address(nft), stranger, seller);
        assertFalse(market.getListedNFT(address(nft), ID).approved);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotApproved.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev What is left: the owner itself approves this very token again, while its old listing has neither expired nor been replaced,
    /// removed or voided. The listing can be seen before, so that whoever approves can list, de-list or void first.
    function test_whatAnApprovalAfterwardsDoes() public {
        _list();
        _move(address(nft), seller, stranger);
        _move(address(nft), stranger, seller);
        Marketplace.Listing memory listing = market.getListedNFT(address(nft), ID);
        assertEq(listing.nft, address(nft), "it can be seen");
        assertEq(listing.price, PRICE);
        uint256 snapshot = vm.snapshotState();

        _approve();
        _purchase(address(nft), PRICE, NATIVE);
        vm.revertToState(snapshot);

        // list first, approve second: no moment in which the old price stands
        _listAt(address(nft), 5 * PRICE, NATIVE);
        _approve();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, 5 * PRICE, NATIVE));
        _purchase(address(nft), PRICE, NATIVE);
        vm.revertToState(snapshot);

        vm.prank(seller);
        market.incrementCounter();
        _approve();
        _expectStale(address(nft));
        _purchase(address(nft), PRICE, NATIVE);
        vm.revertToState(snapshot);

        vm.prank(seller);
        market.deListing(address(nft), ID);
        _approve();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev A sale by the marketplace ends the listing, so nothing is left to come back.
    function test_afterASaleTheSellerWhoBuysBackHasNoListing() public {
        _list();
        _purchase(address(nft), PRICE, NATIVE);
        vm.startPrank(buyer);
        nft.approve(address(market), ID);
        market.listNFT(address(nft), ID, 3 * PRICE, NATIVE, CUT_BPS, EXPIRES);
        vm.stopPrank();
        vm.prank(seller);
        market.purchaseNFT{value: 3 * PRICE}(address(nft), ID, 3 * PRICE, NATIVE);
        _approve();
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev A collection against the standard, which lets an approval outlive a transfer: there only expiry, the counter, and whoever
    /// clears dead listings help.
    function test_aCollectionThatKeepsApprovals() public {
        HostileNft odd = new HostileNft();
        odd.act(HostileNft.Part.KeepsApproval);
        odd.mint(seller, ID);
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        _move(address(odd), seller, stranger);
        uint256 snapshot = vm.snapshotState();
        vm.prank(buyer);
        market.deListing(address(odd), ID);
        vm.revertToState(snapshot);
        vm.warp(EXPIRES + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.Expired.selector, EXPIRES));
        _purchase(address(odd), PRICE, NATIVE);
    }

    // ---- Voided

    function test_theCounterVoidsAllListingsSoFar() public {
        nft.mint(seller, 8);
        _list();
        vm.startPrank(seller);
        nft.approve(address(market), 8);
        market.listNFT(address(nft), 8, PRICE, address(usdc), CUT_BPS, EXPIRES);
        vm.expectEmit(address(market));
        emit Marketplace.CounterIncremented(seller, 1);
        market.incrementCounter();
        vm.stopPrank();
        assertEq(market.counterOf(seller), 1);
        assertFalse(_isListed(address(nft)));
        _expectStale(address(nft));
        _purchase(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(nft), 8));
        vm.prank(buyer);
        market.purchaseNFT(address(nft), 8, PRICE, address(usdc));
        // later ones are not touched, nor are other people's
        _list();
        assertTrue(_isListed(address(nft)));
        vm.prank(stranger);
        market.incrementCounter();
        assertTrue(_isListed(address(nft)));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_theCounterNeverComesAround() public {
        _list();
        vm.startPrank(seller);
        for (uint256 i = 0; i < 2047; ++i) market.incrementCounter();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.CounterOutOfBounds.selector, 2048));
        market.incrementCounter();
        vm.stopPrank();
        assertFalse(_isListed(address(nft)));
        _list();
        assertTrue(_isListed(address(nft)));
        vm.prank(seller);
        market.deListing(address(nft), ID);
    }

    // ---- Collections that begin or cease to count

    function test_aCollectionThatBeginsToCountEndsNoListing() public {
        HostileNft odd = new HostileNft();
        odd.mint(seller, ID);
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        odd.setCount(true, 3);
        _purchase(address(odd), PRICE, NATIVE);
        assertEq(odd.ownerOf(ID), buyer);
    }

    function test_theCountIsWhatItWas() public {
        HostileNft odd = new HostileNft();
        odd.setCount(true, 3);
        odd.mint(seller, ID);
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        odd.setCount(true, 4);
        _expectStale(address(odd));
        _purchase(address(odd), PRICE, NATIVE);
        odd.setCount(false, 3);
        vm.expectRevert(bytes(""));
        _purchase(address(odd), PRICE, NATIVE);
        odd.setCount(true, 3);
        _purchase(address(odd), PRICE, NATIVE);
    }

    /// @dev Some old contracts take every call and answer nothing.
    function test_silenceIsNoCount() public {
        HostileNft odd = new HostileNft();
        odd.act(HostileNft.Part.AnswersCountWithNothing);
        odd.mint(seller, ID);
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        assertTrue(_isListed(address(odd)));
        _purchase(address(odd), PRICE, NATIVE);
        assertEq(odd.ownerOf(ID), buyer);
    }

    /// @dev No token that exists has moved 0 times: an answer of 0 is that of a contract which answers anything.
    function test_aCountOfNothingIsNoCount() public {
        HostileNft odd = new HostileNft();
        odd.setCount(true, 0);
        odd.mint(seller, ID);
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.setApprovalForAll(address(market), true);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotApproved.selector, address(odd), ID));
        _purchase(address(odd), PRICE, NATIVE);
    }
}
